//! Measures of annotations: what can be counted, and how well annotators agree.

mod scarecrow;
