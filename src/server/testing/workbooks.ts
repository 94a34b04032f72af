import { crc32, deflateRawSync } from 'node:zlib'

type Cells = (string | number)[][]

/** Builds an .xlsx file with these sheets; `padding` is added to each, to make a file that unpacks large. */
export function workbook(sheets: Record<string, Cells>, padding = 0): Buffer {
  const names = Object.keys(sheets)
  const types = 'http://schemas.openxmlformats.org'
  const files = Object.values(sheets).map((rows, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet xmlns="${types}/spreadsheetml/2006/main">${' '.repeat(padding)}<sheetData>${rows
      .map(
        (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => xml(cell, row, at)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  ])
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="${types}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${types}/spreadsheetml/2006/main" xmlns:r="${types}/officeDocument/2006/relationships"><sheets>${names
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${types}/package/2006/relationships">${names
        .map(
          (_, index) =>
            `<Relationship Id="rId${index + 1}" Type="${types}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ],
    ...files,
  ])
}

function xml(cell: string | number, row: number, column: number): string {
  const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
  return `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`
}

function zip(files: [name: string, text: string][]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    const location = Buffer.alloc(14)
    location.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), fields, location, Buffer.from(name))
    parts.push(entry)
    offset += entry.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end])
}
