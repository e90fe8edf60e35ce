import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { currencyBtc, currencyEth } from '#ui/icons.ts'
import type { OfferedMethod } from './calls.tsx'

const LOGOS = {
  BITCOIN: { glyph: currencyBtc },
  ETHERIUM: { glyph: currencyEth },
  USDT: { text: 'T' },
}

type Code = OfferedMethod['_id']

type Props = {
  /** The field's name on the wire. */
  name: string
  methods: readonly OfferedMethod[]
  value: Code | null
  onChange: (method: OfferedMethod) => void
  /** Said below each name. */
  hintOf?: (method: OfferedMethod) => string
}

/** The methods of payment as cards with logo and check box. */
export function MethodCards({
  name,
  methods,
  value,
  onChange,
  hintOf = (method) => method.chain,
}: Props) {
  return (
    <ChoiceCards<Code>
      legend="Payment method"
      name={name}
      value={value}
      onChange={(code) => {
        const chosen = methods.find((method) => method._id === code)
        if (chosen) onChange(chosen)
      }}
      choices={methods.map((method) => ({
        value: method._id,
        label: method.name,
        hint: hintOf(method),
        logo: LOGOS[method._id],
      }))}
    />
  )
}
