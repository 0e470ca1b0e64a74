import { useLaterText } from "../../../locales/text.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { Card } from "../../../ui/card.tsx";
import styles from "./receipt-page.module.css";

/** As many lines and as high as what comes in their place. */
export function ReceiptSkeleton() {
  const { loading } = useLaterText().receipt;
  return (
    <div role="status" aria-label={loading}>
      <p className={styles["identity"]}>
        <Skeleton width={320} height={44} />
      </p>
      <div className={styles["grid"]}>
        <Card className={styles["whole"]}>
          <Skeleton width={180} height={24} />
          <Skeleton width={240} height={52} />
        </Card>
        <Card className={styles["chart"]}>
          <Skeleton width={160} height={28} />
          <Skeleton width="100%" height={400} />
        </Card>
        <Card className={styles["terms"]}>
          <Skeleton width={120} height={28} />
          <Skeleton width="100%" height={424} />
        </Card>
      </div>
    </div>
  );
}
