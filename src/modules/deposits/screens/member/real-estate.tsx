import { ChoosePlan } from '../../components/choose-plan.tsx'

export default function RealEstate() {
  return (
    <ChoosePlan
      family="real_estate"
      title="Real Estate Plans"
      lead={
        'Choose a plan, an amount and how you pay. You are told the exact amount of coin ' +
        'next; nothing is owed before you send it.'
      }
    />
  )
}
