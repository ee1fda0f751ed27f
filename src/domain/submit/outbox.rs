//! Submissions that wait.

