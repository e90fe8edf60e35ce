import { isRouteErrorResponse, useRouteError } from 'react-router'
import { SANDBOX_MARK } from '#modules/settings/components/site-config.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { MarkStrip } from '#ui/layout/strips.tsx'
import { Wrap } from '#ui/layout/wrap.tsx'
import { NotFound } from './not-found.tsx'
import { useOptionalSiteConfig } from './site-config.ts'

const UNEXPECTED = {
  title: 'This page couldn’t be loaded',
  lead: 'Something went wrong on our end. Nothing was changed or lost. Please try again.',
}

/** Renders an unexpected failure inside the frame that still works. */
export function FailureMessage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />

  return (
    <>
      <title>{UNEXPECTED.title}</title>
      <PageHeading title={UNEXPECTED.title} lead={UNEXPECTED.lead} />
      <FormActions>
        <Button variant="primary" onClick={() => location.reload()}>
          Try again
        </Button>
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </FormActions>
    </>
  )
}

/** Renders an unexpected failure without a frame. */
export function Failure() {
  const site = useOptionalSiteConfig()
  return (
    <>
      {site?.mode !== 'live' && <MarkStrip>{SANDBOX_MARK}</MarkStrip>}
      <main id="main" tabIndex={-1}>
        <Wrap>
          <FailureMessage />
        </Wrap>
      </main>
    </>
  )
}
