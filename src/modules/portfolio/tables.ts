export type DataExportStatus = 'waiting' | 'ready' | 'failed' | 'gone'

export type PortfolioTables = {
  data_export: {
    id: string
    member_id: string
    status: DataExportStatus
    done_parts: number
    all_parts: number
    requested_at: Date
    ready_at: Date | null
    expires_at: Date | null
    bytes: bigint | null
    sha256: string | null
  }
  account_closing: {
    member_id: string
    closed_at: Date
    by_staff: boolean
    reason: string | null
    proofs_erased_at: Date | null
    messages_erased_at: Date | null
  }
}
