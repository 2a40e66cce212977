//! Meshes and overlays to pixels, in a window or offscreen. Layer 5. three-d's types stay inside.
