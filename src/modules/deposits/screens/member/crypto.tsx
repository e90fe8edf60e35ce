import { ChoosePlan } from '../../components/choose-plan.tsx'

export default function Crypto() {
  return (
    <ChoosePlan
      family="crypto"
      title="Crypto Plans"
      lead={
        'Choose a plan, an amount and how you pay. You are told the exact amount of coin ' +
        'next; nothing is owed before you send it.'
      }
    />
  )
}
