//! Tests of the heart as a whole.

mod reading;
