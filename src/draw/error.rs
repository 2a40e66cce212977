/// Why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DrawError {
    /// The context is too old.
    #[error(
        "The graphics driver offers {found}, but drawing needs OpenGL 3.3 or OpenGL ES 3.0: update the driver, or set \
         LIBGL_ALWAYS_SOFTWARE=1 to draw in software"
    )]
    OldOpenGl {
        /// What the context says it is.
        found: String,
    },
    /// The driver refused something that OpenGL 3.3 has.
    #[error("The graphics driver refused {what}: {reason}")]
    Driver {
        /// Such as "the shader `surface`".
        what: String,
        /// The driver's words.
        reason: String,
    },
    /// A picture larger than the driver can make.
    #[error("A picture of {width}x{height} pixels is larger than the driver's limit of {limit}x{limit}: ask for less")]
    TooLarge {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Pixels a side.
        limit: u32,
    },
    /// There is no EGL on this machine.
    #[error(
        "Drawing without a display needs EGL, which could not be loaded ({0}): install the packages libegl1 and \
         libgl1-mesa-dri (Debian's names)"
    )]
    NoEgl(String),
    /// EGL is there, but none of its devices works.
    #[error(
        "EGL has no device that can draw ({0}): install the package libgl1-mesa-dri (Debian's name), or a graphics \
         driver"
    )]
    NoDevice(String),
    /// A picture could not be encoded.
    #[error("The picture could not be written as PNG: {0}")]
    Png(String),
}
