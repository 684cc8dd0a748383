//! Tests of the heart as a whole.

mod cases;
mod reading;
