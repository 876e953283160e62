import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Fetches the address in each line that it reads, and says in a line what came of it. */
public class Fetch {
    public static void main(String[] args) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(System.getenv("SSL_CERT_FILE"))).build();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                HttpRequest request = HttpRequest.newBuilder(URI.create(line)).build();
                System.out.println(client.send(request, BodyHandlers.ofString()).body());
            } catch (java.io.IOException error) {
                System.out.println("refused: " + error);
            }
        }
    }

    /** The JVM has certificates of its own, and no variable adds to them. */
    private static SSLContext trusting(String authority) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        store.setCertificateEntry("a", certificates.generateCertificate(Files.newInputStream(Path.of(authority))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
