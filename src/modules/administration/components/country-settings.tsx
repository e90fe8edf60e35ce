import {
  formatCountries,
  PickCountries,
  parseCountries,
} from '#modules/settings/components/countries-field.tsx'
import type { SettingLabels } from './setting-form.tsx'

export const countries: SettingLabels = {
  title: 'Blocked countries',
  lead: 'Residents can’t sign up. Existing members stay and can withdraw.',
  rows: (value) => [{ label: 'Countries', value: formatCountries(value.blocked) }],
  fields: (value) => (
    <PickCountries
      legend="Countries"
      name="countries.blocked"
      value={Array.isArray(value.blocked) ? value.blocked : []}
      none="None. Sign-up is open in every country."
    />
  ),
  parse: (fields) => ({ blocked: parseCountries(fields['countries.blocked']) }),
}
