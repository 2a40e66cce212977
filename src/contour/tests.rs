//! Cases and properties of whole contours.
