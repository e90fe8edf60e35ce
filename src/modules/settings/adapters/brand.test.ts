import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { SHIPPED } from './brand-colours.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-brand-'))
  await mkdir(join(folder, 'legal'))
})
afterAll(() => rm(folder, { recursive: true }))

const withBrand = async (content: object | string) => {
  await writeFile(
    join(folder, 'brand.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  return readConfig({ BRAND_DIR: folder }).brand
}

test("brand.json sets the operator's name, details and colours.", async () => {
  const brand = await withBrand({
    name: 'Harbour',
    phone: '+44 20 7946 0000',
    place: { latitude: 51.5, longitude: -0.1 },
    colours: { light: { action: '#7a1f3d', actionHover: '#5c1730', actionSoft: '#f9e4ea' } },
  })

  expect(brand).toMatchObject({ name: 'Harbour', coloured: true, services: null })
  expect(brand.css).toContain('html:root{--action:#7a1f3d')
})

test.each([
  [{ colours: { light: { action: '#ffdd00' } } }, 'action on paper has a contrast of'],
  [{ colours: { dark: { deep: '#e9f1ea' } } }, 'onDeep on deep has a contrast of 1.00'],
  [{ colours: { light: { action: 'url(x)' } } }, 'write a colour as #rrggbb'],
  [{ social: [{ label: 'X', url: 'javascript:alert(1)' }] }, 'social.0.url'],
  [{ nme: 'Typo' }, 'Unrecognized key'],
  ['{', "brand.json can't be read"],
  [
    { jobs: [{ title: 'Seller', place: 'Here', pay: '1', text: 'Sell our guaranteed returns.' }] },
    'promises a return',
  ],
])(
  'An unreadable or unsafe brand, or a promised return, is rejected at start: %j.',
  async (content, expectedMessage) => {
    await expect(withBrand(content)).rejects.toThrow(expectedMessage)
  },
)

test('A legal text that promises a return is rejected at start.', async () => {
  await writeFile(
    join(folder, 'legal/terms.md'),
    '# Terms\n\n## Returns\n\nYour return is guaranteed.\n',
  )
  await expect(withBrand({})).rejects.toThrow('terms: “guaranteed” promises a return')

  await writeFile(join(folder, 'legal/terms.md'), '# Our own terms\n')
  expect((await withBrand({})).texts).toEqual({ terms: '# Our own terms\n' })
})

test('Contrast is measured against the colours of the stylesheet.', async () => {
  const [light = '', dark = ''] = (await readFile('src/ui/tokens.css', 'utf8')).split(
    'data-theme="dark"',
  )
  const names = { onDeep2: 'on-deep-2', actionHover: 'action-hover', actionSoft: 'action-soft' }

  for (const [theme, css] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [name, value] of Object.entries(SHIPPED[theme])) {
      const property = { ...names, onAction: 'on-action', onDeep: 'on-deep' }[name] ?? name
      expect(css, `--${property} in ${theme}`).toMatch(new RegExp(`--${property}: ${value}`, 'i'))
    }
})
