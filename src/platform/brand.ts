import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { computeContrast } from '#lib/contrast.ts'
import { findPromise } from '#lib/promises.ts'
import { type Hero, readHeroes } from './brand-heroes.ts'

const buildLineSchema = (most: number) => z.string().trim().min(1).max(most)
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb')
const colours = z.strictObject({
  action: colour.optional(),
  actionHover: colour.optional(),
  actionSoft: colour.optional(),
  onAction: colour.optional(),
  deep: colour.optional(),
})

/**
 * What `brand.json` may say: how the firm calls itself and looks, and what of it is told on the
 * public pages.
 */
const Shape = z.strictObject({
  name: buildLineSchema(60).optional(),
  operator: z
    .strictObject({
      address: buildLineSchema(500),
      email: z.email(),
      registration: buildLineSchema(1000),
    })
    .partial()
    .optional(),
  phone: buildLineSchema(40).optional(),
  place: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .optional(),
  social: z
    .array(z.strictObject({ label: buildLineSchema(40), url: z.url({ protocol: /^https$/ }) }))
    .max(12)
    .default([]),
  jobs: z
    .array(
      z.strictObject({
        title: buildLineSchema(80),
        place: buildLineSchema(80),
        pay: buildLineSchema(80),
        text: buildLineSchema(2000),
      }),
    )
    .max(40)
    .default([]),
  services: z
    .array(z.string().regex(/^\/[a-z-]+$/))
    .max(20)
    .optional(),
  purposes: z.array(buildLineSchema(80)).max(20).optional(),
  colours: z.strictObject({ light: colours.default({}), dark: colours.default({}) }).optional(),
})

type Colours = z.infer<typeof colours>

/**
 * The looks that are shipped, as tokens.css has them, and what stands beside them whatever the
 * operator chooses.
 */
export const SHIPPED = {
  light: {
    action: '#2545a9',
    actionHover: '#173295',
    actionSoft: '#e0eafe',
    onAction: '#f9fdfa',
    deep: '#0d2b23',
    paper: '#edf5ee',
    surface: '#fbfefc',
    onDeep: '#e9f3eb',
    onDeep2: '#b0c4b7',
  },
  dark: {
    action: '#95b0f9',
    actionHover: '#b0c6ff',
    actionSoft: '#222f55',
    onAction: '#0a122a',
    deep: '#040e0a',
    paper: '#091612',
    surface: '#101e1a',
    onDeep: '#e9f1ea',
    onDeep2: '#b0bfb6',
  },
} as const

const READABLE = 4.5
const PAIRS = [
  ['action', 'paper'],
  ['action', 'surface'],
  ['onAction', 'action'],
  ['onAction', 'actionHover'],
  ['action', 'actionSoft'],
  ['onDeep', 'deep'],
  ['onDeep2', 'deep'],
] as const

export type Brand = {
  name: string | null
  operator: { address?: string; email?: string; registration?: string }
  phone: string | null
  place: { latitude: number; longitude: number } | null
  social: readonly { label: string; url: string }[]
  jobs: readonly { title: string; place: string; pay: string; text: string }[]
  services: readonly string[] | null
  purposes: readonly string[] | null
  coloured: boolean
  /** The operator's colours as a stylesheet; empty without any. */
  css: string
  /** The operator's legal texts in Markdown, by name. */
  texts: Readonly<Record<string, string>>
  /** The operator's icon as SVG, or null for ours. */
  icon: string | null
  /**
   * The operator's pictures and films at the top of pages, by the page's name; they lie in `hero`
   * of the folder.
   */
  heroes: Readonly<Record<string, Hero>>
  folder: string | null
}

/**
 * Reads the operator's folder, once at the start; what can't be used is added to `wrong`, sentence
 * by sentence.
 */
export function readBrand(folder: string | undefined, wrong: string[]): Brand {
  const file = folder && join(folder, 'brand.json')

  if (folder && !existsSync(folder)) wrong.push(`BRAND_DIR: there is no folder ${folder}`)

  const raw = file && existsSync(file) ? parseBrandJson(readFileSync(file, 'utf8'), wrong) : {}
  const read = Shape.safeParse(raw)

  if (!read.success)
    wrong.push(
      ...read.error.issues.map(
        (issue) => `brand.json, ${issue.path.join('.') || 'the file'}: ${issue.message}`,
      ),
    )

  const values = read.success ? read.data : Shape.parse({})
  const {
    name = null,
    operator = {},
    phone = null,
    place = null,
    social,
    jobs,
    services = null,
    purposes = null,
  } = values

  const coloured = values.colours !== undefined

  if (values.colours)
    wrong.push(
      ...listUnreadablePairs('light', values.colours.light),
      ...listUnreadablePairs('dark', values.colours.dark),
    )

  const heroes = folder ? readHeroes(join(folder, 'hero'), wrong) : {}
  const texts = folder ? readTexts(join(folder, 'legal')) : {}

  for (const [text, content] of [
    ...Object.entries(texts),
    ...jobs.map((job) => [job.title, job.text] as const),
  ]) {
    const promise = findPromise(content)
    if (promise) wrong.push(`${text}: says “${promise}”, and nobody can promise a return`)
  }

  const icon =
    folder && existsSync(join(folder, 'icon.svg'))
      ? readFileSync(join(folder, 'icon.svg'), 'utf8')
      : null
  const css = values.colours ? buildStylesheet(values.colours) : ''

  return {
    name,
    operator: operator as Brand['operator'],
    phone,
    place,
    social,
    jobs,
    services,
    purposes,
    coloured,
    css,
    texts,
    icon,
    heroes,
    folder: folder ?? null,
  }
}

function parseBrandJson(text: string, wrong: string[]): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    wrong.push(`brand.json can't be read: ${(error as Error).message}`)
    return {}
  }
}

/** The pairs of colours that people could not read. */
function listUnreadablePairs(look: 'light' | 'dark', palette: Colours): string[] {
  const all: Record<string, string | undefined> = { ...SHIPPED[look], ...palette }
  return PAIRS.flatMap(([one, other]) => {
    const ratio = computeContrast(all[one] ?? '', all[other] ?? '')
    const problem =
      `brand.json, colours.${look}: ${one} on ${other} has a contrast of ${ratio.toFixed(2)}, ` +
      `and text needs ${READABLE}`
    return ratio < READABLE ? [problem] : []
  })
}

const PROPERTIES = {
  action: '--action',
  actionHover: '--action-hover',
  actionSoft: '--action-soft',
  onAction: '--on-action',
  deep: '--deep',
} as const

function buildStylesheet({ light, dark }: { light: Colours; dark: Colours }): string {
  const formatRules = (palette: Colours) =>
    Object.entries(palette)
      .map(([name, value]) => `${PROPERTIES[name as keyof typeof PROPERTIES]}:${value}`)
      .join(';')

  return [
    `html:root{${formatRules(light)}}`,
    `@media (prefers-color-scheme:dark){html:root:not([data-theme="light"]){${formatRules(dark)}}}`,
    `html:root[data-theme="dark"]{${formatRules(dark)}}`,
  ].join('\n')
}

const readTexts = (folder: string): Record<string, string> =>
  existsSync(folder)
    ? Object.fromEntries(
        readdirSync(folder)
          .filter((name) => /^[a-z-]+\.md$/.test(name))
          .map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]),
      )
    : {}
