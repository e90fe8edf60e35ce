import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPromise } from '#lib/promises.ts'
import { buildBrandStylesheet, listContrastProblems, SHIPPED } from './brand-colours.ts'
import { readBrandFile } from './brand-file.ts'
import { type Hero, readHeroes } from './brand-heroes.ts'

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
