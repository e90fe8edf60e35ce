import type { MetaFunction } from 'react-router'
import { useHouse } from '#modules/settings/components/house.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Hero } from '#ui/layout/hero.tsx'

export const meta: MetaFunction = () => [
  { title: 'Investing with books you can check' },
  {
    name: 'description',
    content: 'Deposit, follow and withdraw on a platform whose books every member can check.',
  },
]

export default function Home() {
  const { brand } = useHouse()
  return (
    <Hero
      title="Books you can check"
      lead={`At ${brand} every dollar sits in a double-entry ledger that nobody can quietly rewrite, and what is yours can be withdrawn.`}
      actions={
        <>
          <ButtonLink to="/signup" variant="primary" size="lg">
            Create account
          </ButtonLink>
          <ButtonLink to="/login" size="lg">
            Login
          </ButtonLink>
        </>
      }
    />
  )
}
