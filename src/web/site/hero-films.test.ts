import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Brand, readBrand } from '#modules/settings/adapters/brand.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { buildHeroFilms, serveHeroes } from './hero-films.ts'

const WEBM = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(996, 7)])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-heroes-'))
})
afterAll(() => rm(folder, { recursive: true }))

const withFiles = async (
  files: Readonly<Record<string, Buffer>>,
): Promise<{ brand: Brand; wrong: string[] }> => {
  await rm(join(folder, 'hero'), { recursive: true, force: true })
  await mkdir(join(folder, 'hero'))
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, 'hero', name), content)

  const wrong: string[] = []
  return { brand: readBrand(folder, wrong), wrong }
}

test('A film needs a picture, and a picture needs no film.', async () => {
  const { brand, wrong } = await withFiles({
    'gold.webm': WEBM,
    'gold.jpg': JPEG,
    'contact.jpg': JPEG,
  })

  expect(wrong).toEqual([])
  expect(buildHeroFilms(brand)).toEqual({
    gold: {
      poster: '/brand/hero/gold.jpg',
      sources: [{ src: '/brand/hero/gold.webm', type: 'video/webm' }],
    },
    contact: { poster: '/brand/hero/contact.jpg', sources: [] },
  })
})

test.each([
  ['a film without a picture', { 'gold.webm': WEBM }, 'needs a picture (gold.jpg)'],
  [
    'a film that is something else',
    { 'gold.webm': JPEG, 'gold.jpg': JPEG },
    "doesn't match its file extension",
  ],
  [
    'a film that phones would load for a minute',
    { 'gold.webm': Buffer.concat([WEBM, Buffer.alloc(4_000_000)]), 'gold.jpg': JPEG },
    'is 4.0 MB; the limit ',
  ],
  [
    'a file that browsers don’t play',
    { 'gold.mov': WEBM },
    'must have the name of its page and end in',
  ],
])('%s is refused at the start', async (_what, files, expectedError) => {
  expect((await withFiles(files)).wrong.join('\n')).toContain(expectedError)
})

test('Films are served in full and in ranges, and no other file of the folder is.', async () => {
  const { brand } = await withFiles({ 'gold.webm': WEBM, 'gold.jpg': JPEG })
  await writeFile(join(folder, 'brand.json'), '{}')

  const http = new Hono<HttpEnv>()
  serveHeroes(http, brand)

  const whole = await http.request('/brand/hero/gold.webm')
  expect([
    whole.status,
    whole.headers.get('content-type'),
    whole.headers.get('accept-ranges'),
  ]).toEqual([200, 'video/webm', 'bytes'])

  const part = await http.request('/brand/hero/gold.webm', { headers: { range: 'bytes=0-3' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 0-3/1000'])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(WEBM.subarray(0, 4))

  for (const path of ['/brand/hero/../brand.json', '/brand/brand.json', '/brand/hero/none.webm'])
    expect((await http.request(path)).status, path).toBe(404)
})
