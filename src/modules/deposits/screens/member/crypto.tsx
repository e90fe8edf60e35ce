import { ChoosePlan } from '../../components/choose-plan.tsx'

export default function Crypto() {
  return (
    <ChoosePlan
      family="crypto"
      title="Crypto Plans"
      lead={
        'Choose a plan, an amount and how you pay. The next step shows the exact amount ' +
        'of coin; nothing is owed before you send it.'
      }
    />
  )
}
