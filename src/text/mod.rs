//! Every word of the interface.
