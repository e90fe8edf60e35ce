import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink, TextLink } from '#ui/actions/text-link.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { type VerificationReview, verificationCalls } from '../../components/calls.tsx'
import { DocumentViewer } from '../../components/document-viewer.tsx'
import { EarlierAttempts } from '../../components/earlier-attempts.tsx'
import { ReviewFacts } from '../../components/review-facts.tsx'
import { ReviewPanel } from '../../components/review-panel.tsx'
import { VerificationTag } from '../../components/verification-labels.tsx'
import { LEVEL_NAMES } from '../../model.ts'

const QUEUE = '/admin-dashboard/verifications'

export default function Verification() {
  const { id = '' } = useParams()
  const may = usePermission('identity.pass')
  const { data, error, refetch } = useQuery({
    ...verificationCalls.review.queryOptions({ input: { id } }),
    enabled: may === true,
  })
  const one = data?.data
  const title = one ? `${one.member.name}: ${LEVEL_NAMES[one.level]}` : 'Verification'

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to={QUEUE}>All verifications</BackLink>}
        title={title}
        lead={one && <VerificationTag one={one} />}
        actions={
          one && (
            <ButtonLink to={`/admin-dashboard/manage-user/${one.member._id}`}>
              View member
            </ButtonLink>
          )
        }
      />
      {may === false && <Callout tone="info">{describeDeciders('identity.pass')}</Callout>}
      {error && !one && <Failure error={error} onRetry={refetch} />}
      {!one && !error && may !== false && (
        <Panel title="Documents">
          <SkeletonLines lines={8} />
        </Panel>
      )}
      {one && <Review one={one} />}
    </Stack>
  )
}

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => unknown }) =>
  error instanceof CallError && error.status === 404 ? (
    <Callout tone="info">This verification doesn’t exist.</Callout>
  ) : (
    <ReadFailed onRetry={onRetry} />
  )

const Review = ({ one }: { one: VerificationReview }) => (
  <>
    {one.sameDocuments.length > 0 && <SameDocuments ids={one.sameDocuments} />}
    {one.providerNote && (
      <Callout tone="caution">The identity provider says: {one.providerNote}</Callout>
    )}
    <Columns
      rail={
        <>
          <ReviewPanel one={one} />
          <EarlierAttempts attempts={one.earlier} />
        </>
      }
    >
      <Panel title="Documents">
        <DocumentViewer key={one._id} one={one} />
      </Panel>
      <Panel title={one.found ? 'Declared, documents and profile' : 'Declared and profile'}>
        <ReviewFacts one={one} />
      </Panel>
    </Columns>
  </>
)

const SameDocuments = ({ ids }: { ids: readonly string[] }) => (
  <Callout tone="caution">
    Another member sent the same file:{' '}
    {ids.map((id, at) => (
      <span key={id}>
        {at > 0 && ', '}
        <TextLink to={`${QUEUE}/${id}`}>verification {at + 1}</TextLink>
      </span>
    ))}
    .
  </Callout>
)
