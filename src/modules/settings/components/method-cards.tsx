import { type Choice, ChoiceCards } from '#ui/form/choice-cards.tsx'
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
  /** Another source of money beside the methods. */
  other?: { choice: Choice<string>; chosen: boolean; onChange: () => void } | undefined
}

/** The payment methods as cards with logo and check box. */
export function MethodCards({
  name,
  methods,
  value,
  onChange,
  getHint = (method) => method.chain,
  other,
}: Props) {
  return (
    <ChoiceCards<string>
      legend="Payment method"
      glyph="box"
      name={name}
      value={other?.chosen ? other.choice.value : value}
      onChange={(code) => {
        if (code === other?.choice.value) other.onChange()
        const chosen = methods.find((method) => method._id === code)
        if (chosen) onChange(chosen)
      }}
      choices={[
        ...(other ? [other.choice] : []),
        ...methods.map((method) => ({
          value: method._id,
          label: method.name,
          hint: getHint(method),
          logo: getLogo(method._id),
        })),
      ]}
    />
  )
}
