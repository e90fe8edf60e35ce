import { setImmediate as pause } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sanitiseUpload } from './uploads.ts'

const MIB = 1024 * 1024

/** Builds a PDF that is complete, with more objects and something in its trailer. */
function buildPdf(objects: (string | Buffer)[], inTrailer = ''): Buffer {
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

const buildStream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`9 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])

const deflate = (text: string) => deflateSync(Buffer.from(text, 'latin1'))
const OBJECTS = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'
const SCRIPT = '7 0 << /S /JavaScript /JS (app.alert(1)) >>'

const take = async (pdf: Buffer) =>
  await sanitiseUpload(pdf, 'cv').then(
    ({ type }) => `taken as ${type}`,
    (error) => error.code,
  )

test.each([
  ['in an object stream', buildStream(OBJECTS, deflate(SCRIPT)), 'file_active'],
  [
    'in an object stream whose type is spelled with digits',
    buildStream(OBJECTS.replace('ObjStm', 'Obj#53tm'), deflate(SCRIPT)),
    'file_active',
  ],
  [
    'in an object stream without a type',
    buildStream('/N 1 /First 4 /Filter /FlateDecode', deflate(SCRIPT)),
    'file_active',
  ],
  [
    'in an object stream with a wrong checksum',
    buildStream(OBJECTS, Buffer.concat([deflate(SCRIPT).subarray(0, -4), Buffer.alloc(4, 1)])),
    'file_active',
  ],
  [
    'behind 200 KB of the object stream',
    buildStream(OBJECTS, deflate(`7 0 ${' '.repeat(200_000)}${SCRIPT}`)),
    'file_active',
  ],
  [
    'in an object stream that is compressed twice',
    buildStream(
      '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
      deflateSync(deflate(SCRIPT)),
    ),
    'file_unreadable',
  ],
  [
    'in an object stream behind a predictor',
    buildStream(`${OBJECTS} /DecodeParms << /Predictor 12 >>`, deflate(`\0${SCRIPT}`)),
    'file_unreadable',
  ],
  [
    'in an object stream in another encoding',
    buildStream('/Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode', Buffer.from('37203020')),
    'file_unreadable',
  ],
])('a PDF with a script %s is refused', async (_where, object, code) => {
  expect(await take(buildPdf([object]))).toBe(code)
})

test('an encrypted PDF is refused, and the answer gives the reason', async () => {
  const pdf = buildPdf([], '/Encrypt 5 0 R ')
  await expect(sanitiseUpload(pdf, 'cv')).rejects.toMatchObject({
    code: 'file_encrypted',
    status: 422,
    message: expect.stringContaining('without a password'),
  })
})

test('a PDF with compressed objects, pictures and texts is accepted', async () => {
  const objects = [
    buildStream(OBJECTS, deflate('7 0 << /Type /Font /BaseFont /Inter >>')),
    buildStream('/Filter /FlateDecode', deflate('0.24 0 0 -0.24 0 792 cm BT (Hello) Tj ET')),
    buildStream('/Subtype /Image /Filter /FlateDecode', deflateSync(Buffer.alloc(3 * MIB, 7))),
    buildStream('/Type /XRef /DecodeParms << /Predictor 12 >>', deflate('\x02\x01\0\x10\0')),
  ]
  expect(await take(buildPdf(objects))).toBe('taken as application/pdf')
})

test('compressed objects that unpack to more than 64 MB are refused', async () => {
  const bomb = deflateSync(Buffer.alloc(70 * MIB, '0 '))
  expect(await take(buildPdf([buildStream(OBJECTS, bomb)]))).toBe('file_too_complex')
})

const fill = (text: string) => buildPdf([Buffer.alloc(10 * MIB - 1024, text, 'latin1')])

/** Returns the longest time that other work waited. */
async function measureLongestGap(work: Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const finish = work.finally(() => {
    isDone = true
  })

  for (let last = performance.now(); !isDone; last = performance.now()) {
    await pause()
    longest = Math.max(longest, performance.now() - last)
  }
  await finish

  return longest
}

function measureDecoding(pdf: Buffer): number {
  const started = performance.now()
  pdf.toString('latin1').replace(/#([0-9a-f]{2})/g, (_all, digits) => String(digits))
  return performance.now() - started
}

test('no PDF of 10 MB stops other work, or takes memory by what it claims', async () => {
  const decodingMs = measureDecoding(fill('#41'))
  const before = process.memoryUsage().rss

  for (const text of ['#41', '/#41', '/', '/J#53 ', '(stream\nx\x9c', '/ObjStm stream\nx\x9c'])
    expect(
      await measureLongestGap(take(fill(text))),
      `a PDF of ${JSON.stringify(text)}`,
    ).toBeLessThan(Math.max(50, decodingMs / 8))

  expect(process.memoryUsage().rss - before).toBeLessThan(160 * MIB)
})
