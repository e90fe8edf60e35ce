import { isCountry, listCountryOptions } from '#lib/countries.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MAX_YEARS = 30

/** The lists' names of countries that differ from those of Unicode. */
const OTHER_COUNTRY_NAMES: Readonly<Record<string, string>> = {
  burma: 'MM',
  myanmar: 'MM',
  'russian federation': 'RU',
  'syrian arab republic': 'SY',
  'iran (islamic republic of)': 'IR',
  'islamic republic of iran': 'IR',
  'korea, north': 'KP',
  dprk: 'KP',
  "democratic people's republic of korea": 'KP',
  'korea, south': 'KR',
  'republic of korea': 'KR',
  'congo, democratic republic of the': 'CD',
  'democratic republic of the congo': 'CD',
  'congo, republic of the': 'CG',
  congo: 'CG',
  'west bank': 'PS',
  palestinian: 'PS',
  'region: gaza': 'PS',
  'state of palestine': 'PS',
  'united states of america': 'US',
  'united kingdom of great britain and northern ireland': 'GB',
  'united republic of tanzania': 'TZ',
  'republic of moldova': 'MD',
  'venezuela (bolivarian republic of)': 'VE',
  'bosnia and herzegovina': 'BA',
  'trinidad and tobago': 'TT',
  'cabo verde': 'CV',
  'ivory coast': 'CI',
  "cote d'ivoire": 'CI',
  'czech republic': 'CZ',
  turkey: 'TR',
  macau: 'MO',
  'hong kong': 'HK',
  'the gambia': 'GM',
  swaziland: 'SZ',
  "lao people's democratic republic": 'LA',
  'viet nam': 'VN',
  'brunei darussalam': 'BN',
}

const countryByName = new Map([
  ...listCountryOptions().map(({ label, value }) => [normaliseCountryName(label), value] as const),
  ...Object.entries(OTHER_COUNTRY_NAMES),
])

function normaliseCountryName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'")
  return plain.replaceAll('&', 'and').replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a country's English name or code; undefined if unknown.
 */
export const findCountryCode = (name: string): string | undefined =>
  isCountry(name) ? name : countryByName.get(normaliseCountryName(name))

/** Returns the codes of the countries that are known, each once. */
export const listCountryCodes = (names: readonly string[]): string[] =>
  listUnique(names.map((name) => findCountryCode(name) ?? ''))

/** Returns the texts that are not empty, each once, in their order. */
export const listUnique = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')),
]

/**
 * Returns a date of the lists as 'YYYY-MM-DD', 'YYYY-MM' or 'YYYY': '07 Oct 1952', '07/10/1952',
 * '00/00/1952', 'Oct 1952', 'circa 1952'. A range of years becomes its years. None if the text has
 * no year.
 */
export function parseListDates(text: string): string[] {
  const years = (text.match(/(?<!\d)(1[89]|20)\d\d(?!\d)/g) ?? []).map(Number)
  const [from, to = from] = years
  if (from === undefined || to === undefined) return []

  if (years.length > 1) {
    if (to < from || to - from > MAX_YEARS) return listUnique(years.map(String))
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  }

  const iso = /(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(text)
  if (iso) return [formatDate(from, Number(iso[2]), Number(iso[3] ?? 0))]

  const slashes = /(\w{2})\/(\w{2})\/\d{4}/.exec(text)
  if (slashes) return [formatDate(from, Number(slashes[2]), Number(slashes[1]))]

  const named = /(?:(\d{1,2})[\s-]+)?([A-Za-z]{3})[a-z]*[\s-]+\d{4}/.exec(text)
  const month = MONTHS.indexOf(named?.[2]?.toLowerCase() ?? '') + 1
  return [formatDate(from, month, Number(named?.[1] ?? 0))]
}

/** Leaves out a day or month that is not given or can't be. */
function formatDate(year: number, month: number, day: number): string {
  const pad = (figure: number) => String(figure).padStart(2, '0')
  if (!(month >= 1 && month <= 12)) return String(year)

  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return day >= 1 && day <= days ? `${year}-${pad(month)}-${pad(day)}` : `${year}-${pad(month)}`
}

/** Returns the first full date in a text as 'YYYY-MM-DD', or null. */
export const parsePublicationDate = (text: string): string | null =>
  parseListDates(text).find((date) => /^\d{4}-\d{2}-\d{2}$/.test(date)) ?? null
