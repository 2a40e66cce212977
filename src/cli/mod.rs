//! Headless commands. Layer 6.
