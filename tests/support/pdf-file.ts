const MIB = 1024 * 1024

/** Builds a PDF that is complete, with more objects and something in its trailer. */
export function buildPdf(objects: (string | Buffer)[], inTrailer = ''): Buffer {
  const body = Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
        '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n',
    ),
    ...objects.map((object) => (typeof object === 'string' ? Buffer.from(object) : object)),
    Buffer.from('\n'),
  ])
  const end =
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 3 /Root 1 0 R ${inTrailer}>>\n` +
    `startxref\n${body.length}\n%%EOF\n`

  return Buffer.concat([body, Buffer.from(end)])
}

/** Builds a PDF of 10 MB that repeats a text. */
export const buildLargePdf = (text: string) =>
  buildPdf([Buffer.alloc(10 * MIB - 1024, text, 'latin1')])
