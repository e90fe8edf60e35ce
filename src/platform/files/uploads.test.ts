import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sanitiseUpload } from './uploads.ts'

const square = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#246' } })
    .toFormat(format)
    .toBuffer()

const code = async (bytes: Uint8Array) =>
  await sanitiseUpload(bytes, 'payment_proof').then(
    (file) => `taken as ${file.type}`,
    (error) => error.code,
  )

const minimalPdf = (extra = '') => {
  const body =
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${extra}>>\nendobj\n2 0 obj\n<< /Type ` +
    `/Pages /Kids [] /Count 0 >>\nendobj\n`
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 3 /Root 1 0 R ` +
      `>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

test('pictures of the three kinds and a whole PDF are taken', async () => {
  expect(await code(await square('png'))).toBe('taken as image/png')
  expect(await code(await square('jpeg'))).toBe('taken as image/jpeg')
  expect(await code(await square('webp'))).toBe('taken as image/webp')
  expect(await code(minimalPdf())).toBe('taken as application/pdf')
})

test('a file of another type is rejected, whatever its name', async () => {
  expect(await code(await square('gif'))).toBe('file_type')
  expect(
    await code(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
  ).toBe('file_type')
  expect(await code(Buffer.from('<html><script>alert(1)</script>'))).toBe('file_type')
  expect(await code(new Uint8Array())).toBe('file_empty')
  expect(await code(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('file_too_large')
})

test('a truncated image or one that claims too many pixels is rejected', async () => {
  const noise = await sharp(Buffer.alloc(120_000, 'abcdefgh3421'), {
    raw: { width: 200, height: 200, channels: 3 },
  })
    .png()
    .toBuffer()

  expect(await code(noise.subarray(0, noise.length >> 1))).toBe('file_damaged')

  const bomb = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: '#000' },
  })
    .png()
    .toBuffer()

  expect(await code(bomb)).toBe('file_damaged')
})

test('re-encoding an image removes data appended to it or embedded in it', async () => {
  const carrier = Buffer.concat([await square('png'), Buffer.from('<script>alert(1)</script>')])
  const { content } = await sanitiseUpload(carrier, 'payment_proof')
  expect(Buffer.from(content).includes('script')).toBe(false)
})

test('a PDF that is cut off, has its table elsewhere or carries scripts is refused', async () => {
  const whole = minimalPdf()
  expect(await code(whole.subarray(0, whole.length - 20))).toBe('file_damaged')
  expect(
    await code(Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from('startxref\n3\n%%EOF\n')])),
  ).toBe('file_damaged')
  expect(await code(minimalPdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >> '))).toBe(
    'file_active',
  )
})
