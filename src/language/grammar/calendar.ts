const dayMs = 86_400_000;

/** A day (`YYYY-MM-DD`) so many days later; what is not a day is returned unchanged. */
export function plusDays(iso: string, days: number): string {
  const time = Date.parse(`${iso}T00:00:00Z`) + days * dayMs;
  return Number.isNaN(time) ? iso : new Date(time).toISOString().slice(0, 10);
}

/** `YYYY-MM`, so many months later. */
export function plusMonths(iso: string, months: number): string {
  const count = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1 + months;
  return `${Math.floor(count / 12)}-${pad((count % 12) + 1)}`;
}

/** 1 for Monday. */
export function weekdayOf(iso: string): number {
  return new Date(`${iso}T00:00:00Z`).getUTCDay() || 7;
}

/** The Monday of its week. */
export function monday(iso: string): string {
  return plusDays(iso, 1 - weekdayOf(iso));
}

/** Two digits. */
export function pad(n: number): string {
  return String(n).padStart(2, "0");
}
