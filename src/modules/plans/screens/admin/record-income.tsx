import { RecordResult } from '../../components/record-result.tsx'

export default function RecordIncome() {
  return <RecordResult kind="income" />
}
