import { listCountryOptions } from '#lib/countries.ts'
import { PickMany } from '#ui/form/pick-many.tsx'
import { useSiteConfig } from './site-config.tsx'

export type Countries = 'all' | readonly string[]

const names = new Intl.DisplayNames(['en'], { type: 'region' })

const OPTIONS = listCountryOptions()

/** Returns the English names of countries, separated by commas. */
export function formatCountries(countries: unknown): string {
  if (countries === 'all') return 'All countries'
  if (!Array.isArray(countries) || countries.length === 0) return 'None'
  return countries.map((code) => names.of(String(code)) ?? String(code)).join(', ')
}

/** Parses the text that `CountriesField` submits. */
export const parseCountries = (submitted: string | undefined): 'all' | string[] =>
  submitted === 'all' ? 'all' : (submitted ?? '').split(' ').filter(Boolean)

type Props = { legend: string; name: string; value: Countries }

/** A field for the countries of an incentive; only the sandbox offers all countries at once. */
export function CountriesField(props: Props) {
  const live = useSiteConfig().mode === 'live'
  return (
    <PickCountries
      {...props}
      everything={live ? undefined : 'All countries'}
      none="None. Hidden from all members."
      hint={live ? 'With real money, select each country by name.' : undefined}
    />
  )
}

type PickerLabels = { none: string; everything?: string | undefined; hint?: string | undefined }

/** A field that selects countries by name. */
export const PickCountries = ({ value, ...props }: Props & PickerLabels) => (
  <PickMany {...props} options={OPTIONS} defaultValue={value} find="Find a country" />
)
