import { ChoosePlan } from '../../components/choose-plan.tsx'

export default function RealEstate() {
  return (
    <ChoosePlan
      family="real_estate"
      title="Real Estate Plans"
      lead={
        'Choose a plan, an amount and how you pay. The next step shows the exact amount ' +
        'of coin; nothing is owed before you send it.'
      }
    />
  )
}
