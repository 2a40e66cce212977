//! Writers: OBJ and binary STL. The only I/O of this module.

use super::Mesh;
use glam::{DVec3, Vec3};
use std::io::Write;

/// File format of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ, text, named parts, 64-bit digits.
    Obj,
    /// Binary STL, 32-bit, parts joined.
    Stl,
}

/// Why a mesh could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The format is not known by its ending.
    #[error("unknown mesh format \"{0}\": use .obj or .stl")]
    UnknownFormat(String),
    /// A coordinate does not fit the format.
    #[error("vertex {vertex} of \"{part}\" is not finite in the numbers of the format: check the scene's sizes")]
    NotFinite {
        /// The part.
        part: String,
        /// The vertex.
        vertex: usize,
    },
    /// STL counts triangles in 32 bits.
    #[error("{0} triangles are more than STL can hold: use .obj or a larger cell")]
    TooManyTriangles(usize),
    /// Writing failed.
    #[error("writing the mesh failed: {0}")]
    Io(#[from] std::io::Error),
}

impl Format {
    /// By a file name's ending, any case.
    ///
    /// # Errors
    /// [`ExportError::UnknownFormat`].
    pub fn of_path(path: &std::path::Path) -> Result<Self, ExportError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match ending.as_str() {
            "obj" => Ok(Self::Obj),
            "stl" => Ok(Self::Stl),
            _ => Err(ExportError::UnknownFormat(ending)),
        }
    }
}

/// Writes named parts as one file.
///
/// # Errors
/// Coordinates that are not finite, or the writer's errors.
pub fn write(parts: &[(&str, &Mesh)], format: Format, out: &mut impl Write) -> Result<(), ExportError> {
    match format {
        Format::Obj => write_obj(parts, out),
        Format::Stl => write_stl(parts, out),
    }
}

fn write_obj(parts: &[(&str, &Mesh)], out: &mut impl Write) -> Result<(), ExportError> {
    writeln!(out, "# Isolab mesh: metres, right-handed, y up")?;
    let (mut first_vertex, mut first_normal) = (1, 1);
    for (name, mesh) in parts {
        check_finite(name, &mesh.positions, |p| p.is_finite())?;
        // A name ends with its line.
        writeln!(out, "o {}", name.replace(['\n', '\r'], " "))?;
        for p in &mesh.positions {
            writeln!(out, "v {} {} {}", p.x, p.y, p.z)?;
        }
        for n in &mesh.normals {
            writeln!(out, "vn {} {} {}", n.x as f32, n.y as f32, n.z as f32)?;
        }
        for t in &mesh.triangles {
            let [a, b, c] = t.map(|v| v as usize + first_vertex);
            if mesh.normals.is_empty() {
                writeln!(out, "f {a} {b} {c}")?;
            } else {
                let [na, nb, nc] = t.map(|v| v as usize + first_normal);
                writeln!(out, "f {a}//{na} {b}//{nb} {c}//{nc}")?;
            }
        }
        first_vertex += mesh.positions.len();
        first_normal += mesh.normals.len();
    }
    Ok(())
}

fn write_stl(parts: &[(&str, &Mesh)], out: &mut impl Write) -> Result<(), ExportError> {
    let count: usize = parts.iter().map(|(_, m)| m.triangles.len()).sum();
    let count32 = u32::try_from(count).map_err(|_| ExportError::TooManyTriangles(count))?;
    for (name, mesh) in parts {
        check_finite(name, &mesh.positions, |p| p.as_vec3().is_finite())?;
    }
    // Never begins with "solid": readers take that for the text format.
    let mut header = [0_u8; 80];
    let title = b"Isolab binary STL, metres, y up";
    header[..title.len()].copy_from_slice(title);
    out.write_all(&header)?;
    out.write_all(&count32.to_le_bytes())?;
    for (_, mesh) in parts {
        for i in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(i);
            let normal = (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::ZERO);
            for v in [normal, a, b, c].map(|v| v.as_vec3()) {
                write_vec3(v, out)?;
            }
            out.write_all(&[0; 2])?;
        }
    }
    Ok(())
}

fn write_vec3(v: Vec3, out: &mut impl Write) -> std::io::Result<()> {
    v.to_array().iter().try_for_each(|c| out.write_all(&c.to_le_bytes()))
}

fn check_finite(part: &str, positions: &[DVec3], finite: impl Fn(&DVec3) -> bool) -> Result<(), ExportError> {
    match positions.iter().position(|p| !finite(p)) {
        Some(vertex) => Err(ExportError::NotFinite { part: part.to_owned(), vertex }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::cube_sphere;
    use std::path::Path;

    fn bytes(parts: &[(&str, &Mesh)], format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        write(parts, format, &mut out).unwrap();
        out
    }

    #[test]
    fn stl_has_84_bytes_and_50_a_triangle() {
        let mesh = cube_sphere(2, 0.5);
        let stl = bytes(&[("ball", &mesh)], Format::Stl);
        assert_eq!(stl.len(), 84 + 50 * mesh.triangles.len());
        assert!(!stl.starts_with(b"solid"));
        assert_eq!(stl[80..84], 48_u32.to_le_bytes());
        let first = f32::from_le_bytes(stl[96..100].try_into().unwrap());
        assert_eq!(first, mesh.corners(0)[0].x as f32);
    }

    #[test]
    fn obj_reads_back_to_the_same_bits_with_parts() {
        let (a, b) = (cube_sphere(1, 1.0), cube_sphere(2, 0.1));
        let text = String::from_utf8(bytes(&[("a", &a), ("b \n1", &b)], Format::Obj)).unwrap();
        let read: Vec<DVec3> = text
            .lines()
            .filter_map(|l| l.strip_prefix("v "))
            .map(|l| DVec3::from_slice(&l.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<f64>>()))
            .collect();
        let all: Vec<DVec3> = a.positions.iter().chain(&b.positions).copied().collect();
        assert_eq!(read, all);
        let last = text.lines().last().unwrap();
        assert!(last.split([' ', '/']).filter_map(|n| n.parse::<usize>().ok()).all(|n| n <= all.len() && n > 8));
        assert_eq!(text.lines().filter(|l| l.starts_with("o ")).collect::<Vec<_>>(), ["o a", "o b  1"]);
    }

    #[test]
    fn endings_and_hostile_numbers() {
        assert_eq!(Format::of_path(Path::new("x/Part.STL")).unwrap(), Format::Stl);
        assert!(Format::of_path(Path::new("part.step")).unwrap_err().to_string().contains("\"step\""));
        let mut huge = cube_sphere(1, 1.0);
        huge.positions[5].y = 1e39;
        let error = write(&[("huge", &huge)], Format::Stl, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("vertex 5 of \"huge\""));
        assert!(write(&[("huge", &huge)], Format::Obj, &mut Vec::new()).is_ok());
    }
}
