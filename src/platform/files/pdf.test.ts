import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildPdf } from '../../../tests/support/pdf-file.ts'
import { sanitiseUpload } from './uploads.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024

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

const LARGE_TEXTS = ['#41', '/#41', '/', '/J#53 ', '(stream\nx\x9c', '/ObjStm stream\nx\x9c']

test('no PDF of 10 MB stops other work, or takes memory by what it claims', async () => {
  const script = join(import.meta.dirname, '../../../tests/support/measure-pdfs.ts')
  const { stdout } = await run(process.execPath, [script, JSON.stringify(LARGE_TEXTS)])
  const { decodingMs, longestMs, grownBytes } = JSON.parse(stdout)

  expect(Object.keys(longestMs)).toEqual(LARGE_TEXTS)
  for (const [text, ms] of Object.entries(longestMs))
    expect(ms, `a PDF of ${JSON.stringify(text)}`).toBeLessThan(Math.max(50, decodingMs / 8))

  expect(grownBytes).toBeLessThan(160 * MIB)
}, 120_000)
