import { RecordResult } from '../../components/record-result.tsx'

export default function RecordLoss() {
  return <RecordResult kind="loss" />
}
