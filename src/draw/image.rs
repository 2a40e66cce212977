use super::DrawError;

/// Pixels, row by row from the top, four bytes each: sRGB red, green, blue, and alpha, which is 255.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Image {
    /// The pixel at a column and a row from the top; none outside of the picture.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(start..start + 4).and_then(|bytes| bytes.try_into().ok())
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::Png`] for a picture without pixels.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let mut bytes = Vec::new();
        let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        image::ImageEncoder::write_image(encoder, &self.rgba, self.width, self.height, image::ExtendedColorType::Rgba8)
            .map_err(|e| DrawError::Png(e.to_string()))?;
        Ok(bytes)
    }
}
