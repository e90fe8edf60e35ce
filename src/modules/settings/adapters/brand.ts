import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findPromise } from '#lib/promises.ts'
import {
  brandColours,
  buildBrandStylesheet,
  listContrastProblems,
  SHIPPED,
} from './brand-colours.ts'
import { type Hero, readHeroes } from './brand-heroes.ts'

const buildLineSchema = (maxLength: number) => z.string().trim().min(1).max(maxLength)

/** The fields of `brand.json`: the operator's name, details and colours for the public pages. */
const brandFile = z.strictObject({
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
  colours: brandColours.optional(),
})

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
  /** The colour of buttons on light paper, for documents. */
  accent: string
  /** The operator's colours as a stylesheet; empty without any. */
  css: string
  /** The operator's legal texts in Markdown, by name. */
  texts: Readonly<Record<string, string>>
  /** The operator's icon as SVG; null for the shipped one. */
  icon: string | null
  /** The operator's pictures and films at the top of pages, by the page's name. */
  heroes: Readonly<Record<string, Hero>>
  folder: string | null
}

declare module '#platform/config.ts' {
  interface Config {
    readonly brand: Brand
  }
}

/** Reads the operator's brand folder and appends a sentence to `problems` for each invalid part. */
export function readBrand(folder: string | undefined, problems: string[]): Brand {
  if (folder && !existsSync(folder)) problems.push(`BRAND_DIR: the folder ${folder} doesn't exist`)

  const values = readBrandFile(folder, problems)
  const { operator = {}, jobs, colours } = values

  if (colours) problems.push(...listContrastProblems(colours))

  const heroes = folder ? readHeroes(join(folder, 'hero'), problems) : {}
  const texts = folder ? readLegalTexts(join(folder, 'legal')) : {}
  problems.push(...listPromises([...Object.entries(texts), ...jobs.map(toTitledText)]))

  return {
    name: values.name ?? null,
    operator: operator as Brand['operator'],
    phone: values.phone ?? null,
    place: values.place ?? null,
    social: values.social,
    jobs,
    services: values.services ?? null,
    purposes: values.purposes ?? null,
    coloured: colours !== undefined,
    accent: colours?.light.action ?? SHIPPED.light.action,
    css: colours ? buildBrandStylesheet(colours) : '',
    texts,
    icon: readIcon(folder),
    heroes,
    folder: folder ?? null,
  }
}

/** Returns a sentence for each detail of the operator that real money needs and `brand` lacks. */
export const listOperatorProblems = ({ operator }: Brand): string[] =>
  (['address', 'email', 'registration'] as const)
    .filter((name) => !operator[name])
    .map((name) => `BRAND_DIR: live needs operator.${name} in brand.json`)

function readBrandFile(folder: string | undefined, problems: string[]) {
  const path = folder && join(folder, 'brand.json')
  const content =
    path && existsSync(path) ? parseBrandJson(readFileSync(path, 'utf8'), problems) : {}
  const { success, data, error } = brandFile.safeParse(content)
  if (success) return data

  for (const { path, message } of error.issues)
    problems.push(`brand.json, ${path.join('.') || 'the file'}: ${message}`)

  return brandFile.parse({})
}

function parseBrandJson(text: string, problems: string[]): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    problems.push(`brand.json can't be read: ${(error as Error).message}`)
    return {}
  }
}

const toTitledText = ({ title, text }: Brand['jobs'][number]) => [title, text] as const

const listPromises = (texts: readonly (readonly [title: string, text: string])[]): string[] =>
  texts.flatMap(([title, text]) => {
    const promise = findPromise(text)
    return promise ? [`${title}: “${promise}” promises a return, which isn't allowed`] : []
  })

function readIcon(folder: string | undefined): string | null {
  const path = folder && join(folder, 'icon.svg')
  return path && existsSync(path) ? readFileSync(path, 'utf8') : null
}

function readLegalTexts(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}

  const names = readdirSync(folder).filter((name) => /^[a-z-]+\.md$/.test(name))
  return Object.fromEntries(
    names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]),
  )
}
