import { ChoosePlan } from '../../components/choose-plan.tsx'

export default function RealEstate() {
  return (
    <ChoosePlan
      family="real_estate"
      title="Real Estate Plans"
      lead={
        'Choose a plan, an amount and a payment method. You’ll see the exact crypto amount next, ' +
        'and you’re not committed until you pay.'
      }
    />
  )
}
