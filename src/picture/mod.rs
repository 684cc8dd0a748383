//! Pictures as plain data.
