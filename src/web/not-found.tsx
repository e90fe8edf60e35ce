import { ButtonLink } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { PageHeading } from '#ui/layout/page.tsx'

type Props = { home?: { to: string; label: string } }

/** A wrong address: says so, and the ways back. */
export function NotFound({ home = { to: '/', label: 'Go to the home page' } }: Props) {
  return (
    <>
      <title>Page not found</title>
      <PageHeading
        title="Page not found"
        lead="There is no page at this address. Check it for a typing mistake, or go on from here."
      />
      <FormActions>
        <ButtonLink to={home.to} variant="primary">
          {home.label}
        </ButtonLink>
        {home.to !== '/' && <ButtonLink to="/">Go to the home page</ButtonLink>}
      </FormActions>
    </>
  )
}
