import { ChoosePlan } from '../../components/choose-plan.tsx'

export default function Crypto() {
  return (
    <ChoosePlan
      family="crypto"
      title="Crypto Plans"
      lead={
        'Choose a plan, an amount and a payment method. You’ll see the exact crypto amount next, ' +
        'and you’re not committed until you pay.'
      }
    />
  )
}
