//! Frames and pages that embed the app.

use spanwise_deployment::embedding::{frame, frame_address, host_page};

use super::NASTY;

const APP: &str = "https://app.example.org/spanwise/";

#[test]
fn the_frame_names_the_origin() {
    assert_eq!(
        frame_address(APP, "https://host.example:8443"),
        "https://app.example.org/spanwise/?origin=https%3A%2F%2Fhost.example%3A8443#/embed"
    );
    let html = frame(APP, "https://host.example", "A \"title\" <b>");
    assert!(html.contains("title=\"A &quot;title&quot; &lt;b&gt;\""), "{html}");
    assert!(
        html.contains(
            "src=\"https://app.example.org/spanwise/?origin=https%3A%2F%2Fhost.example#/embed\""
        ),
        "{html}"
    );
}

/// The string that a constant of the page is set to.
fn constant(page: &str, name: &str) -> String {
    let line = page.lines().find(|line| line.trim_start().starts_with(&format!("const {name} = ")));
    let json =
        line.and_then(|line| line.split_once(" = ")).map(|(_, json)| json.trim_end_matches(';'));
    serde_json::from_str(json.expect("a constant")).expect("a string")
}

// Thresh 11.12: the HTML page breaks on quotes and line breaks in the data
#[test]
fn template_and_data_come_out_of_a_page_as_they_went_in() {
    let plain = host_page(APP, "t", "t", "d").matches("script").count();
    for text in NASTY {
        let page = host_page(APP, text, text, text);
        assert_eq!(constant(&page, "TEMPLATE"), text);
        assert_eq!(constant(&page, "DATA"), text);
        assert_eq!(constant(&page, "APP"), APP);
        let scripts = page.matches("<script").count() + page.matches("</script").count();
        assert_eq!(scripts, 2, "{text}");
        assert!(plain >= 2);
    }
}
