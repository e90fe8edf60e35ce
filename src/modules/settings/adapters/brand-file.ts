import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { brandColours } from './brand-colours.ts'

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

export function readBrandFile(folder: string | undefined, problems: string[]) {
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
