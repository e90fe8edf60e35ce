import { z } from 'zod'
import { computeContrast } from '#lib/contrast.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'write a colour as #rrggbb')
const palette = z.strictObject({
  action: colour.optional(),
  actionHover: colour.optional(),
  actionSoft: colour.optional(),
  onAction: colour.optional(),
  deep: colour.optional(),
})

/** The colours that `brand.json` may set, for each theme. */
export const brandColours = z.strictObject({
  light: palette.default({}),
  dark: palette.default({}),
})

type Palette = z.infer<typeof palette>
type BrandColours = z.infer<typeof brandColours>

/**
 * The shipped colours of `src/ui/tokens.css`: those that the operator may replace, and the fixed
 * ones that they are combined with.
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

/** WCAG 2.2, criterion 1.4.3: the minimum contrast of text. */
const MIN_CONTRAST = 4.5

const TEXT_PAIRS = [
  ['action', 'paper'],
  ['action', 'surface'],
  ['onAction', 'action'],
  ['onAction', 'actionHover'],
  ['action', 'actionSoft'],
  ['onDeep', 'deep'],
  ['onDeep2', 'deep'],
] as const

/** Returns a sentence for each pair of colours with less contrast than text needs. */
export const listContrastProblems = ({ light, dark }: BrandColours): string[] => [
  ...listThemeProblems('light', light),
  ...listThemeProblems('dark', dark),
]

function listThemeProblems(theme: 'light' | 'dark', own: Palette): string[] {
  const colours: Record<string, string | undefined> = { ...SHIPPED[theme], ...own }

  return TEXT_PAIRS.flatMap(([text, background]) => {
    const ratio = computeContrast(colours[text] ?? '', colours[background] ?? '')
    const problem =
      `brand.json, colours.${theme}: ${text} on ${background} has a contrast of ` +
      `${ratio.toFixed(2)}, but text needs at least ${MIN_CONTRAST}`

    return ratio < MIN_CONTRAST ? [problem] : []
  })
}

const PROPERTIES = {
  action: '--action',
  actionHover: '--action-hover',
  actionSoft: '--action-soft',
  onAction: '--on-action',
  deep: '--deep',
} as const

/** Returns the stylesheet that replaces the shipped colours. */
export function buildBrandStylesheet({ light, dark }: BrandColours): string {
  const formatRules = (own: Palette) =>
    Object.entries(own)
      .map(([name, value]) => `${PROPERTIES[name as keyof typeof PROPERTIES]}:${value}`)
      .join(';')

  return [
    `html:root{${formatRules(light)}}`,
    `@media (prefers-color-scheme:dark){html:root:not([data-theme="light"]){${formatRules(dark)}}}`,
    `html:root[data-theme="dark"]{${formatRules(dark)}}`,
  ].join('\n')
}
