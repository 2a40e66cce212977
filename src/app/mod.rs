//! The editor. Layer 6.
