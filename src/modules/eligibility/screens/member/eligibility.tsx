import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { eligibilityCalls, type MyEligibility } from '../../components/calls.tsx'
import { CategoryPanel } from '../../components/category-panel.tsx'
import { ChecklistPanel } from '../../components/checklist-panel.tsx'
import { ComingRulesPanel } from '../../components/coming-rules-panel.tsx'
import { CoolingOffPanel } from '../../components/cooling-off-panel.tsx'
import { LimitsPanel } from '../../components/limits-panel.tsx'
import { QuestionsPanel } from '../../components/questions-panel.tsx'
import { SampleTag } from '../../components/sample-tag.tsx'
import { WarningPanel } from '../../components/warning-panel.tsx'

export default function Eligibility() {
  const query = useQuery(eligibilityCalls.eligibility.queryOptions())
  const data = query.data?.data

  return (
    <Stack>
      <PageTitle>Your checklist</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Your checklist"
        lead="What the rules of your country ask for before you deposit, invest or withdraw."
      />
      {data ? (
        <Checklist {...data} />
      ) : query.isError ? (
        <ReadFailed onRetry={query.refetch} />
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
    </Stack>
  )
}

const Checklist = (eligibility: MyEligibility) => {
  const { legalName } = useSiteConfig()
  const { rules, checklist, categories, questionnaire, coolingOff } = eligibility
  const hasLevels = eligibility.levelSteps.length + eligibility.limits.length > 0

  return (
    <>
      {rules.sample && (
        <Callout tone="info">
          These are sample rules. {legalName} has not confirmed them for your country yet.
        </Callout>
      )}
      <ChecklistPanel checklist={checklist} />
      <ComingRulesPanel coming={eligibility.coming} />
      {!eligibility.isFree && <WarningPanel {...eligibility} />}
      {coolingOff && <CoolingOffPanel coolingOff={coolingOff} checklist={checklist} />}
      {categories.length > 0 && <CategoryPanel {...eligibility} />}
      {questionnaire && <QuestionsPanel {...eligibility} questionnaire={questionnaire} />}
      {hasLevels && <LimitsPanel {...eligibility} />}
      <Panel title="Terms and your answers" aside={<SampleTag rules={rules} />}>
        <Stack tight>
          <p>{eligibility.terms.text}</p>
          <p className="muted">
            Rules: {rules.name}, version {rules.version}
          </p>
          <p>
            We store what you were shown and what you answered.{' '}
            <a href="/api/users/eligibility/evidence.json" download>
              Download what you were shown and answered
            </a>
          </p>
        </Stack>
      </Panel>
    </>
  )
}
