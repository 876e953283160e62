//! A workbook with one sheet, in which the first cell has the secret.

use std::fs;
use std::io::Write;
use std::path::Path;

use zip::write::SimpleFileOptions;

use super::SECRET;

/// The least that is a workbook.
pub(super) fn workbook(at: &Path) {
    const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>";
    const OOXML: &str = "http://schemas.openxmlformats.org";
    let main = format!("xmlns=\"{OOXML}/spreadsheetml/2006/main\"");
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let relation = |id: &str, name: &str, target: &str| {
        format!(
            "{XML}<Relationships xmlns=\"{OOXML}/package/2006/relationships\"><Relationship \
             Id=\"{id}\" Type=\"{OOXML}/officeDocument/2006/relationships/{name}\" \
             Target=\"{target}\"/></Relationships>"
        )
    };
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                "{XML}<Types xmlns=\"{OOXML}/package/2006/content-types\"><Default \
                 Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Default Extension=\"xml\" ContentType=\"application/xml\"/><Override \
                 PartName=\"/xl/workbook.xml\" ContentType=\"{kind}.sheet.main+xml\"/><Override \
                 PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{kind}.worksheet+xml\"/>\
                 </Types>"
            ),
        ),
        ("_rels/.rels", relation("rId1", "officeDocument", "xl/workbook.xml")),
        ("xl/_rels/workbook.xml.rels", relation("rId1", "worksheet", "worksheets/sheet1.xml")),
        (
            "xl/workbook.xml",
            format!(
                "{XML}<workbook {main} xmlns:r=\"{OOXML}/officeDocument/2006/relationships\">\
                 <sheets><sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!(
                "{XML}<worksheet {main}><dimension ref=\"A1\"/><sheetData><row r=\"1\"><c \
                 r=\"A1\" t=\"inlineStr\"><is><t>{SECRET}</t></is></c></row></sheetData>\
                 </worksheet>"
            ),
        ),
    ];
    let mut zip = zip::ZipWriter::new(fs::File::create(at).unwrap());
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}
