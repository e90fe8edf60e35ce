import { expect, test } from 'vitest'
import { DOCUMENT_FILES, findContentError, findFileError, formatFileSize } from './file-rules.ts'

const rules = {
  types: { 'image/png': ['.png'] },
  maxBytes: 10 * 1024 * 1024,
  typesLabel: 'a PNG file',
}

test('A wrong type, an empty and a too large file are rejected with advice.', () => {
  expect(findFileError({ type: 'text/html', size: 9 }, rules)).toBe(
    'We can’t accept this file type. Choose a PNG file.',
  )
  expect(findFileError({ type: 'image/png', size: 0 }, rules)).toContain('empty')
  expect(findFileError({ type: 'image/png', size: rules.maxBytes + 1 }, rules)).toContain(
    'larger than 10 MB',
  )
  expect(findFileError({ type: 'image/png', size: rules.maxBytes }, rules)).toBeNull()
})

test('A document is recognised by its first bytes, whatever its name says.', async () => {
  const check = (text: string) =>
    findContentError(new Blob([Buffer.from(text, 'latin1')]), DOCUMENT_FILES)

  for (const document of ['\x89PNG\r\n', '\xff\xd8\xff\xe0', 'RIFF\n\r\0\0WEBPVP8 ', '%PDF-1.7'])
    expect(await check(document), document).toBeNull()

  for (const other of ['MZ\x90\0', 'RIFF\0\0\0\0WAVE', '<svg>', ' %PDF-1.7', ''])
    expect(await check(other), other).toBe(
      'This file isn’t what its name says. Choose a PNG, JPEG, WebP or PDF file.',
    )
})

test('File sizes are formatted with a readable unit.', () => {
  expect([412 * 1024, 1.5 * 1024 * 1024, 12].map(formatFileSize)).toEqual([
    '412 KB',
    '1.5 MB',
    '12 bytes',
  ])
})
