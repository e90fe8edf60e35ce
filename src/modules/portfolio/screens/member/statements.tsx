import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { fileCsv, filePdf } from '#ui/icons.ts'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { portfolioCalls } from '../../components/calls.tsx'
import { ChoosePeriod, usePeriod } from '../../components/choose-period.tsx'
import { IncomeChart } from '../../components/income-chart.tsx'
import { StatementSheet } from '../../components/statement-sheet.tsx'
import {
  BalanceOnDay,
  ClosingSubAccounts,
  StatementSums,
} from '../../components/statement-sums.tsx'
import { YearSummary } from '../../components/year-summary.tsx'
import { isBackwards, type Period } from '../../model.ts'

export default function Statements() {
  const now = useQuery(portfolioCalls.balance.queryOptions({ input: {} }))
  const today = now.data?.data.today
  const joined = now.data?.data.joined
  const choice = usePeriod(today)
  const period = choice.period && !isBackwards(choice.period) ? choice.period : undefined

  return (
    <Stack>
      <PageTitle>Statements</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Statements"
        lead={'Account activity for any period, and your balance on any date.'}
        actions={period && <Files period={period} />}
      />
      <Panel>
        <ChoosePeriod {...choice} today={today} joined={joined} />
      </Panel>
      {period && <StatementPanel period={period} />}
      {!choice.period && (
        <Panel>
          {now.isError ? <ReadFailed onRetry={now.refetch} /> : <SkeletonLines lines={8} />}
        </Panel>
      )}
      <Columns rail={today && joined && <BalanceOnDay today={today} joined={joined} />}>
        <IncomeChart />
      </Columns>
      {today && joined && <YearSummary today={today} joined={joined} />}
      <Callout tone="caution" title="Returns are not guaranteed">
        A target return is not part of your balance. Returns are paid only from income recorded for
        the plan, and you can lose money.
      </Callout>
    </Stack>
  )
}

function Files({ period }: { period: Period }) {
  const query = new URLSearchParams(period).toString()
  return (
    <>
      <FileButton icon={fileCsv} path={`/api/user/statement.csv?${query}`}>
        CSV
      </FileButton>
      <FileButton icon={filePdf} path={`/api/user/statement.pdf?${query}`} primary>
        PDF
      </FileButton>
    </>
  )
}

type FileProps = { icon: string; path: string; primary?: boolean; children: string }

function FileButton({ icon, path, primary = false, children }: FileProps) {
  const { saving, save } = useSaveFile(toast.error)
  return (
    <Button
      icon={icon}
      variant={primary ? 'primary' : 'secondary'}
      pending={saving}
      pendingLabel="Preparing…"
      aria-label={`Download as ${children}`}
      onClick={() => void save(path)}
    >
      {children}
    </Button>
  )
}

function StatementPanel({ period }: { period: Period }) {
  const { data, error, refetch } = useQuery(
    portfolioCalls.statement.queryOptions({ input: period }),
  )
  const refused = error && 'status' in error && (error.status === 400 || error.status === 422)

  return (
    <Columns
      rail={
        <>
          {data && <StatementSums statement={data.data} />}
          {data && <ClosingSubAccounts statement={data.data} />}
        </>
      }
    >
      {data ? (
        <StatementSheet key={`${period.from} ${period.to}`} statement={data.data} />
      ) : refused ? (
        <Callout tone="error" live>
          {getErrorMessage(error)}
        </Callout>
      ) : (
        <Panel>{error ? <ReadFailed onRetry={refetch} /> : <SkeletonLines lines={8} />}</Panel>
      )}
    </Columns>
  )
}
