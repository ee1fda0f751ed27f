//! Absolute `http` and `https` addresses, and the resolution of relative ones against them.
//!
//! A small part of the URL standard: addresses as browsers would fetch them, without fragments, user names and other
//! schemes.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::address_parts::AddressParts;
use super::percent;
use spanwise_i18n::{Message, say};

/// An absolute `http` or `https` address in normal form: no spaces or control characters, no `.` or `..` in its path,
/// no fragment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    text: String,
    /// Byte offset of the host in `text`.
    host: usize,
    /// Byte offset of the path, which begins with `/`.
    path: usize,
    /// Byte offset of the query with its `?`, or the length of `text`.
    query: usize,
}

/// The reason why a text is not the address of something that can be fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressProblem {
    /// It has no scheme, and there is no base to resolve it against.
    Relative,
    /// It has another scheme than `http` and `https`, or names a host without one: `//host/x`.
    Scheme,
    /// The host is missing or invalid.
    Host,
    /// It holds a user name or password.
    User,
}

impl AddressProblem {
    /// The problem with the text `found`, as one sentence.
    #[must_use]
    pub fn message(self, found: &str) -> Message {
        match self {
            AddressProblem::Relative => say!(LinkNotWebAddress, found),
            AddressProblem::Scheme => say!(LinkNotHttpOrHttpsAddress, found),
            AddressProblem::Host => say!(LinkNoUsableHostName, found),
            AddressProblem::User => {
                say!(LinkHoldsUserNameBrowsersDo, found)
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Address {
    /// Reads an absolute address.
    ///
    /// # Errors
    /// If the text is not the absolute address of something that can be fetched.
    pub fn parse(text: &str) -> Result<Self, AddressProblem> {
        let text = clean(text);
        let (scheme, rest) = scheme(&text).ok_or(AddressProblem::Relative)?;
        let scheme = web_scheme(scheme)?;
        let rest = strip_slashes(rest).ok_or(AddressProblem::Host)?;
        Self::with_authority(scheme, rest)
    }

    /// Resolves `reference`, which may be relative, against this address.
    ///
    /// A host without a scheme is refused, though browsers would go there: it is too easily taken for a path.
    ///
    /// # Errors
    /// If `reference` is not the address of something that can be fetched.
    pub fn join(&self, reference: &str) -> Result<Self, AddressProblem> {
        let reference = clean(reference);
        if scheme(&reference).is_some() {
            return Self::parse(&reference);
        }
        if strip_slashes(&reference).is_some() {
            return Err(AddressProblem::Scheme);
        }
        let AddressParts { path, query, .. } = AddressParts::of(&reference);
        let path = path.replace('\\', "/");
        Ok(match (path.as_str(), query) {
            ("", None) => self.clone(),
            ("", query) => self.with_path(self.path(), query),
            (path, query) if path.starts_with('/') => self.with_path(path, query),
            (path, query) => {
                let folder = self.path().rsplit_once('/').map_or("", |(folder, _)| folder);
                self.with_path(&format!("{folder}/{path}"), query)
            }
        })
    }

    /// The address of a path on a known host. A `?` or `#` is part of the path.
    pub(super) fn on_host(host: &'static str, path: &str) -> Self {
        Self::assemble("https", host, path, None)
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host with its port, in lower case.
    #[must_use]
    pub fn host(&self) -> &str {
        self.text.get(self.host..self.path).unwrap_or_default()
    }

    /// Returns `true` if the host is the device that reads the address: `localhost`, a name below it, or a loopback
    /// address.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        let (name, _) = split_port(self.host());
        match bracketed(name) {
            Some(ip) => ip.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback()),
            None => {
                name == "localhost"
                    || name.ends_with(".localhost")
                    || name.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
            }
        }
    }

    /// Scheme and host: `https://example.org`.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.text.get(..self.path).unwrap_or_default()
    }

    /// The percent-encoded path, beginning with `/`.
    #[must_use]
    pub fn path(&self) -> &str {
        self.text.get(self.path..self.query).unwrap_or_default()
    }

    /// The percent-encoded query without its `?`; `None` if there is none.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.text.get(self.query..)?.strip_prefix('?')
    }

    /// Returns `true` if the scheme is `https`.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.scheme() == "https"
    }

    fn scheme(&self) -> &str {
        self.text.split_once(':').map_or("https", |(scheme, _)| scheme)
    }

    /// `rest` is the address after its two slashes.
    fn with_authority(scheme: &str, rest: &str) -> Result<Self, AddressProblem> {
        let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let AddressParts { path, query, .. } = AddressParts::of(rest);
        let path = path.replace('\\', "/");
        Ok(Self::assemble(scheme, &checked_authority(authority)?, &path, query))
    }

    fn with_path(&self, path: &str, query: Option<&str>) -> Self {
        Self::assemble(self.scheme(), self.host(), path, query)
    }

    fn assemble(scheme: &str, authority: &str, path: &str, query: Option<&str>) -> Self {
        let mut text = format!("{scheme}://");
        let host = text.len();
        text.push_str(authority);
        let start = text.len();
        for segment in resolved_segments(path) {
            text.push('/');
            percent::normalize(segment, &percent::PATH, &mut text);
        }
        let end = text.len();
        if let Some(query) = query {
            text.push('?');
            percent::normalize(query, &percent::QUERY, &mut text);
        }
        Address { text, host, path: start, query: end }
    }
}

/// The text as browsers read it: trimmed, and without line breaks and tabs.
fn clean(text: &str) -> String {
    let blank = |c: char| c.is_ascii_control() || c == ' ';
    text.trim_matches(blank).chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

/// The scheme of an address and the text after its colon; `None` if it has no scheme.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let mut bytes = scheme.bytes();
    let begins = bytes.next().is_some_and(|b| b.is_ascii_alphabetic());
    let goes_on = bytes.all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    (begins && goes_on).then_some((scheme, rest))
}

fn web_scheme(scheme: &str) -> Result<&'static str, AddressProblem> {
    let known = ["http", "https"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known));
    known.ok_or(AddressProblem::Scheme)
}

/// The text after two slashes; `None` if it does not begin with them. Browsers take backslashes for slashes.
fn strip_slashes(text: &str) -> Option<&str> {
    text.strip_prefix(['/', '\\'])?.strip_prefix(['/', '\\'])
}

/// Checks an authority; returns its host and port, in lower case.
fn checked_authority(authority: &str) -> Result<String, AddressProblem> {
    if authority.contains('@') {
        return Err(AddressProblem::User);
    }
    let (host, port) = split_port(authority);
    let is_ip = |ip: &str| ip.parse::<Ipv6Addr>().is_ok();
    if !bracketed(host).map_or_else(|| is_name(host), is_ip) || !is_port(port) {
        return Err(AddressProblem::Host);
    }
    let separator = if port.is_empty() { "" } else { ":" };
    let host: String = host.chars().flat_map(char::to_lowercase).collect();
    Ok(format!("{host}{separator}{port}"))
}

/// Host and port; the port is empty if there is none.
fn split_port(authority: &str) -> (&str, &str) {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, ""),
    }
}

/// The text between the brackets of an IPv6 host; `None` without brackets.
fn bracketed(host: &str) -> Option<&str> {
    host.strip_prefix('[')?.strip_suffix(']')
}

/// Returns `true` if the text is a valid port or empty.
fn is_port(port: &str) -> bool {
    let digits = port.bytes().all(|b| b.is_ascii_digit());
    port.is_empty() || digits && port.parse::<u16>().is_ok()
}

/// Returns `true` if the text is a valid host name.
fn is_name(host: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    host.strip_suffix('.').unwrap_or(host).split('.').all(label)
}

/// The segments of a path, with `.` and `..` resolved; an empty one at the end stands for a final slash.
fn resolved_segments(path: &str) -> Vec<&str> {
    let mut resolved = Vec::new();
    let mut segments = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        if !is_dots(segment) {
            resolved.push(segment);
            continue;
        }
        if is_parent(segment) {
            resolved.pop();
        }
        if segments.peek().is_none() {
            resolved.push("");
        }
    }
    resolved
}

/// Returns `true` if a segment of a path is `.` or `..`, escaped or not.
pub(super) fn is_dots(segment: &str) -> bool {
    is_parent(segment) || unescape_dots(segment) == "."
}

fn is_parent(segment: &str) -> bool {
    unescape_dots(segment) == ".."
}

fn unescape_dots(segment: &str) -> String {
    segment.replace("%2e", ".").replace("%2E", ".")
}
