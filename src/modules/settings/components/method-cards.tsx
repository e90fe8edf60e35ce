import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { currencyBtc, currencyEth } from '#ui/icons.ts'
import { METHOD_FACTS, METHOD_ICONS } from '../model/payment-methods.ts'
import type { OfferedMethod } from './calls.tsx'

type Code = OfferedMethod['_id']

const GLYPHS = { currencyBtc, currencyEth }

const getLogo = (method: Code) => {
  const icon = METHOD_ICONS[method]
  return icon && icon in GLYPHS
    ? { glyph: GLYPHS[icon as keyof typeof GLYPHS] }
    : { text: METHOD_FACTS[method].coin.at(-1) ?? '' }
}

type Props = {
  /** The field's name on the wire. */
  name: string
  methods: readonly OfferedMethod[]
  value: Code | null
  onChange: (method: OfferedMethod) => void
  /** Returns the text below a method's name. */
  getHint?: (method: OfferedMethod) => string
}

/** The payment methods as cards with logo and check box. */
export function MethodCards({
  name,
  methods,
  value,
  onChange,
  getHint = (method) => method.chain,
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
        hint: getHint(method),
        logo: getLogo(method._id),
      }))}
    />
  )
}
