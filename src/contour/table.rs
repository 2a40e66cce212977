//! The case table, derived: cut edges of a cell linked into cycles face by face.
